/** Why a sign-in goes no further; the message is for the person at the browser, and holds nothing of what was sent. */
export class SignInRefusal extends Error {
  constructor(
    message: string,
    readonly status: 400 | 403 | 404 = 400,
  ) {
    super(message);
    this.name = 'SignInRefusal';
  }
}

export function noSuchWay(): SignInRefusal {
  return new SignInRefusal('There is no such way to sign in.', 404);
}
