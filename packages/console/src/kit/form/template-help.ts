import { createContext } from 'react'

/** What is known of the messages that the broker fills placeholders from. */
export interface TemplateHelp {
  /** What a placeholder may name: `payload.temperature`. */
  readonly columns: readonly string[]
  /** What the broker makes of a template for the sample; without a sample nothing is shown. */
  readonly render?: (template: string) => string
  /** Another sample is wanted. */
  readonly onChoose?: () => void
}

export const TemplateHelpContext = createContext<TemplateHelp>({ columns: [] })
