/** What a server before a cluster may close to everybody, whatever the broker would allow. */
export const restrictions = ['payloads', 'publish', 'export'] as const
export type Restriction = (typeof restrictions)[number]
