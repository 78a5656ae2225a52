// Everything together: Redlock by node-redlock over ioredis, a look at the signal
// before the deed, and a name for the deed, by which the other side knows it.

// part job

// Does a job. The lock is for 10 s, and redlock renews it until the
// work is done. It may fail although the job was done, when it cannot
// give the lock back; the name makes it safe to try again.
export async function run(redlock, job, ttl = 10_000) {
  const key = `lock:job-${job.id}`;
  await redlock.using([key], ttl, async (signal) => {
    const letter = await job.prepare(); // slow

    // Look before the deed, not after it.
    if (signal.aborted) {
      throw signal.error;
    }
    // Even so, the store has the last word: it knows by the name
    // what it has done already.
    await job.send(`job:${job.id}`, letter);
  });
}

// end
