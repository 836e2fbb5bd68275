import { isStrongPassword } from './password-rules.ts'

/** The strengths, from passwords that the broker refuses to passwords that take long to guess. */
export const passwordStrengths = ['refused', 'weak', 'good', 'strong'] as const
export type PasswordStrength = (typeof passwordStrengths)[number]

const kinds = [/[0-9]/, /[a-z]/, /[A-Z]/, /[^0-9A-Za-z]/]

/** Rates a password by the search space of an attack: repeated characters add little, length adds more than variety. */
export function passwordStrength(password: string): PasswordStrength {
  if (!isStrongPassword(password)) return 'refused'
  const different = new Set(password).size
  const variety = kinds.filter((kind) => kind.test(password)).length
  const points = different + 2 * variety
  if (points >= 20) return 'strong'
  return points >= 15 ? 'good' : 'weak'
}
