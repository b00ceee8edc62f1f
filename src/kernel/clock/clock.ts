import { Injectable } from '@nestjs/common';

/** The time, so that tests can choose it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
