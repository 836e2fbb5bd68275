/**
 * Thrown when an archive cannot be created, accepted or applied; its text is in the broker's words and is returned as
 * `BAD_REQUEST`.
 */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  /** A text, or the errors of a value of the configuration. */
  readonly said: unknown

  constructor(said: unknown) {
    super(typeof said === 'string' ? said : JSON.stringify(said))
    this.said = said
  }
}
