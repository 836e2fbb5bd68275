export type StartErrorCode =
  | 'UNKNOWN_OPTION'
  | 'UNKNOWN_COMMAND'
  | 'MISSING_VALUE'
  | 'BAD_VALUE'
  | 'BAD_CONFIG'
  | 'BAD_TLS'
  | 'NOT_A_DASHBOARD'
  | 'CONFLICTING_OPTIONS'
  | 'MISSING_OPTION'
  | 'MISSING_PASSWORD'
  | 'PORT_TAKEN'
  | 'CANNOT_LISTEN'
  | 'NOT_AN_EMQX_API'
  | 'DEFAULT_PASSWORD_EXPOSED'
  | 'CONSOLE_NOT_BUILT'
  | 'DATA_DIR_UNUSABLE'
  | 'AUDIT_LOG_UNUSABLE'
  | 'CANNOT_SIGN_IN'
  | 'NOT_EXPORTED'
  | 'FOREIGN_FILES'
  | 'BAD_EXPORT'
  | 'BAD_LOG'
  | 'NOT_APPLIED'

/**
 * Reports a problem that the operator has to fix before the command can do its work, in one line and with exit code
 * 2.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
