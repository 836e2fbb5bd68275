/** Specification §5: what the broker accepts as the password of a dashboard user. */
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

/** What is wrong with each field, if anything. */
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
