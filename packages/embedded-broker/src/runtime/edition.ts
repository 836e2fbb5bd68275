/** The edition of EMQX whose responses a broker gives. */
export type Edition = 'community' | 'enterprise'

interface EditionNames {
  /** The name in the response to a login. */
  readonly login: 'ce' | 'ee'
  /** The name in the information about a node. */
  readonly node: 'Opensource' | 'Enterprise'
}

export const editionNames: Readonly<Record<Edition, EditionNames>> = {
  community: { login: 'ce', node: 'Opensource' },
  enterprise: { login: 'ee', node: 'Enterprise' },
}
