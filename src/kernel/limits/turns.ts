import { TooManyRequestsError } from '../errors/errors.js';

/** In seconds. */
const RETRY_AFTER = 10;

/** Lets only so many do something at once; others wait, those that came first the shortest. */
export class Turns {
  private begun = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly most: number,
    private readonly mostWaiting = Infinity,
  ) {}

  /** @throws TooManyRequestsError with `refusal` where too many wait already */
  async run<Result>(work: () => Promise<Result>, refusal = 'Too much waits already. Try again later.'): Promise<Result> {
    if (this.begun < this.most) this.begun += 1;
    else if (this.waiting.length >= this.mostWaiting) throw new TooManyRequestsError(refusal, RETRY_AFTER);
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Its place goes on to the next, so that nobody comes in between.
      if (next === undefined) this.begun -= 1;
      else next();
    }
  }
}
