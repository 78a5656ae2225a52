// Invoices are charged under a lock of node-redlock, over ioredis: with its four numbers
// named, and with a look at the signal right before the charge.

import Redlock from "redlock";

// part lock

// Makes locks whose four numbers have been chosen.
export function newRedlock(nodes) {
  return new Redlock(nodes, {
    // How long to wait for it: 10 times about 200 ms. The first try
    // does not count.
    retryCount: 10,
    retryDelay: 200,
    retryJitter: 100, // 100 to 300 ms
    driftFactor: 0.01, // 1 % of the TTL
  });
}

// end

// part charge

// Charges an invoice. The block renews the lock while it runs, and
// the signal says when that has failed.
export async function charge(redlock, office, invoice, ttl = 10_000) {
  const key = `lock:invoice-${invoice}`;
  await redlock.using([key], ttl, async (signal) => {
    // All that takes long.
    const cents = await office.prepare(invoice);

    // The look comes before what cannot be undone.
    if (signal.aborted) {
      throw signal.error;
    }
    await office.charge({
      invoice,
      cents,
      idempotencyKey: `charge:${invoice}`,
    });
  });
}

// end
