/** Why an archive is not made, taken or applied: the broker's words, answered as `BAD_REQUEST`. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  /** A text, or what is wrong with a value of the configuration. */
  readonly said: unknown

  constructor(said: unknown) {
    super(typeof said === 'string' ? said : JSON.stringify(said))
    this.said = said
  }
}
