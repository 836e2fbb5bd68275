/** Which of the two editions of EMQX a broker answers like. */
export type Edition = 'community' | 'enterprise'

interface EditionNames {
  /** In the answer of a login. */
  readonly login: 'ce' | 'ee'
  /** Of a node. */
  readonly node: 'Opensource' | 'Enterprise'
}

export const editionNames: Readonly<Record<Edition, EditionNames>> = {
  community: { login: 'ce', node: 'Opensource' },
  enterprise: { login: 'ee', node: 'Enterprise' },
}
