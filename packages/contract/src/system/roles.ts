/** What a user may be in Enterprise: a viewer reads everything and changes nothing but the own password. */
export const userRoles = ['administrator', 'viewer'] as const
export type UserRole = (typeof userRoles)[number]

/** A publisher may publish and nothing else. */
export const keyRoles = [...userRoles, 'publisher'] as const
export type KeyRole = (typeof keyRoles)[number]

export function isUserRole(role: string): role is UserRole {
  return userRoles.some((one) => one === role)
}

export function isKeyRole(role: string): role is KeyRole {
  return keyRoles.some((one) => one === role)
}
