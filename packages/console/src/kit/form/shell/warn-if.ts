import type { ReactNode } from 'react'

/** Words on a change that cuts connections, loses data, shuts somebody out or lays something open. */
export interface ImpactWarning {
  readonly warning: ReactNode
}

/** What a change does. It warns where it is an `ImpactWarning`, and informs otherwise. */
export type FormImpact = ReactNode | ImpactWarning

/** `words` as a warning where `isBad`, and as information otherwise. No words are neither. */
export const warnIf = (isBad: boolean, words: ReactNode): FormImpact =>
  isBad && words !== undefined && words !== '' ? { warning: words } : words
