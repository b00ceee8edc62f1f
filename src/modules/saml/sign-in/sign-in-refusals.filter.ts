import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { sendPage } from './sign-in-browser.js';
import { refusalPage } from './sign-in-pages.js';
import { SignInRefusal } from './sign-in-refusal.js';

/** Tells people at browsers why they are not signed in. */
@Catch(SignInRefusal)
export class SignInRefusals implements ExceptionFilter<SignInRefusal> {
  catch({ status, message }: SignInRefusal, host: ArgumentsHost): void {
    sendPage(host.switchToHttp().getResponse<Response>(), status, refusalPage(message));
  }
}
