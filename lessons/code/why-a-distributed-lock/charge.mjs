// The mistake that lesson 1 begins with: what several processes share is guarded by
// a mutex in the memory of one.

export class Pod {
  #last = Promise.resolve();

  constructor(invoices, provider) {
    this.invoices = invoices;
    this.provider = provider;
  }

  // part charge

  // Charges an invoice that is unpaid. The mutex keeps apart what
  // runs in this process, and nobody else.
  async charge(id) {
    await this.#exclusively(async () => {
      if ((await this.invoices.status(id)) === "paid") {
        return;
      }
      await this.provider.charge(id);
      await this.invoices.setStatus(id, "paid");
    });
  }

  // A mutex in memory: each call waits for the one before it.
  #exclusively(work) {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  // end
}
