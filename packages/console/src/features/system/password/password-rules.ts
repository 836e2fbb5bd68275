/** Returns true if the broker accepts the password for a dashboard user (specification §5). */
export function isStrongPassword(password: string): boolean {
  if (!/^[\x20-\x7e]{8,64}$/.test(password)) return false
  const kinds = [/[0-9]/, /[A-Za-z]/, /[^0-9A-Za-z]/]
  return kinds.filter((kind) => kind.test(password)).length >= 2
}

export interface NewPassword {
  readonly current: string
  readonly next: string
  readonly repeated: string
}

export type PasswordFault = 'required' | 'weak' | 'same' | 'different'

/** Returns the validation error of each field. */
export function checkNewPassword({ current, next, repeated }: NewPassword): {
  readonly next?: PasswordFault
  readonly repeated?: PasswordFault
} {
  const nextFault =
    next === '' ? 'required' : next === current ? 'same' : isStrongPassword(next) ? undefined : 'weak'
  const repeatedFault = repeated === '' ? 'required' : repeated === next ? undefined : 'different'
  return {
    ...(nextFault ? { next: nextFault } : {}),
    ...(repeatedFault ? { repeated: repeatedFault } : {}),
  }
}
