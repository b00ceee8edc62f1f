import { UnavailableError } from '../errors/errors.js';

/** A body that takes more leaves a part of the room to those that take less. */
const SMALL = 65_536;
const PART_FOR_SMALL = 1 / 8;
/** About what a value of a parsed body takes, besides its text. */
const VALUE_BYTES = 64;

/** What the bodies under way may take of the process's memory, all together. */
export class BodyRoom {
  private taken = 0;

  constructor(private readonly bytes: number) {}

  /** For one body, which has taken nothing yet. */
  share(): BodyShare {
    let own = 0;
    const fits = (more: number): boolean => this.taken + more <= this.bytes * (own + more > SMALL ? 1 - PART_FOR_SMALL : 1);
    const require = (more: number): void => {
      if (!fits(more)) throw new UnavailableError('Too much is being sent to the service at once. Send this again when the time in Retry-After is over.');
    };
    const take = (more: number): void => {
      require(more);
      own += more;
      this.taken += more;
    };
    const giveBack = (): void => {
      this.taken -= own;
      own = 0;
    };
    return { require, take, takeValues: (count) => take(count * VALUE_BYTES), giveBack };
  }
}

/** All but `giveBack` throw UnavailableError where the room is too small for now. */
export interface BodyShare {
  /** Looks whether so many bytes could be taken. */
  require(bytes: number): void;
  /** Bytes that have arrived. */
  take(bytes: number): void;
  /** Values that the bytes are parsed into. */
  takeValues(count: number): void;
  /** All of it; nothing may be taken any more. */
  giveBack(): void;
}
