import type { ReactNode } from 'react'
import type { CodePiece } from '#ui/code-colours.tsx'

/** A language that people write and a machine reads: numbered, coloured, faults by their line. */
export interface CodeLanguage {
  readonly highlight: (text: string) => readonly CodePiece[]
  /** The first thing that is wrong; lines count from 1, and the message names its own. */
  readonly fault: (text: string) => { readonly line: number; readonly message: string } | undefined
  /** What the text comes to, under it. */
  readonly Summary: (props: { readonly text: string }) => ReactNode
}
