import type { Stop } from '#resource/endpoint-form/ask-before-save.ts'

export interface Cut extends Stop {
  readonly text: string
}

/**
 * Describes the interruption by a change. It asks for no confirmation if no client is connected; the number may be
 * unknown.
 */
export const describeCut = (connections: number | undefined, text: string): Cut => ({
  interrupts: connections === 0 ? 'nothing' : 'connections',
  text,
})
