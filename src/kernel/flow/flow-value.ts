import { AsyncLocalStorage } from 'node:async_hooks';

interface Frame {
  readonly of: FlowValue<unknown>;
  readonly value: unknown;
  readonly outer: Frame | undefined;
}

/** One for all values: each storage costs something at every promise that is made anywhere. */
const frames = new AsyncLocalStorage<Frame>();

/** A value that an asynchronous flow carries along, unseen by the functions in between. */
export class FlowValue<Value> {
  /** The innermost one of the current flow. */
  get(): Value | undefined {
    let frame = frames.getStore();
    while (frame !== undefined && frame.of !== this) frame = frame.outer;
    return frame?.value as Value | undefined; // only `run` of this object makes its frames
  }

  /** Runs `work` with the value, and everything that follows from it. */
  run<Result>(value: Value, work: () => Result): Result {
    return frames.run({ of: this, value, outer: frames.getStore() }, work);
  }
}
