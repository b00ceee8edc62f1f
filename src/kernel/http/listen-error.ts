/** The service can't listen where it should: the port is taken, or the host is not one of this machine. */
export class ListenError extends Error {
  constructor(fault: string) {
    super(`The service can't listen: ${fault}. Choose another PORT or HOST.`);
    this.name = 'ListenError';
  }
}
