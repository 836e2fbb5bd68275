import type { Stop } from '#resource/endpoint-form/ask-before-save.ts'

export interface Cut extends Stop {
  readonly text: string
}

/** Where nobody is connected, nobody is asked; how many there are may be unknown. */
export const describeCut = (connections: number | undefined, text: string): Cut => ({
  interrupts: connections === 0 ? 'nothing' : 'connections',
  text,
})
