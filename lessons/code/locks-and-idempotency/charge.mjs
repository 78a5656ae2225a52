// A charge with a name, which keeps the data right when the lock does not. The client
// is node-redis.

import { release } from "../releasing-safely/release.mjs";
import { acquire } from "../the-first-lock/lock.mjs";

export class BusyError extends Error {
  constructor() {
    super("somebody else is charging this invoice");
  }
}

// part charge

// Charges an invoice, unless somebody else is at it.
export async function charge(client, provider, invoice, cents) {
  const key = `lock:invoice-${invoice}`;
  const token = await acquire(client, key, 10_000);
  if (token === null) {
    throw new BusyError();
  }
  try {
    // The key names the deed, not the attempt: should a second
    // worker come, it sends the same one.
    await provider.charge({
      invoice,
      cents,
      idempotencyKey: `charge:${invoice}`,
    });
  } finally {
    // If this fails, the key goes by itself.
    await release(client, key, token).catch(() => false);
  }
}

// end
