/** The roles of a user in Enterprise: a viewer can read everything but change nothing except their own password. */
export const userRoles = ['administrator', 'viewer'] as const
export type UserRole = (typeof userRoles)[number]

/** A publisher can only publish. */
export const keyRoles = [...userRoles, 'publisher'] as const
export type KeyRole = (typeof keyRoles)[number]

export function isUserRole(role: string): role is UserRole {
  return userRoles.some((one) => one === role)
}

export function isKeyRole(role: string): role is KeyRole {
  return keyRoles.some((one) => one === role)
}
