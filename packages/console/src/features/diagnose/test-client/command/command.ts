import { shellWord } from '#lib/shell-word.ts'

/** What somebody has to know or to do, because the command cannot say it. */
export const commandNotes = [
  'password',
  'host',
  'port',
  'certificate',
  'enhanced',
  'clientId',
  'file',
  'keepalive',
  'control',
  'correlation',
  'willPayload',
  'qos',
  'subscriptionId',
  'noLocal',
  'retainHandling',
] as const
export type CommandNote = (typeof commandNotes)[number]

export interface Command {
  readonly text: string
  readonly notes: readonly CommandNote[]
}

/** Words of a command that belong together, and what is to be said of them; without words only that. */
export interface CommandPart {
  readonly words: string
  readonly note?: CommandNote | undefined
}

/** The program refuses texts with control characters, though MQTT does not (§1.5.4). */
const hasControl = (word: string | number) => /\p{Cc}/u.test(String(word))

export function part(words: readonly (string | number)[], note?: CommandNote): CommandPart {
  return { words: quoted(words), note: note ?? (words.some(hasControl) ? 'control' : undefined) }
}

/** Whose text the program takes as it is. */
export const payloadWords = (option: string, text: string): CommandPart => ({ words: quoted([option, text]) })

function quoted(words: readonly (string | number)[]): string {
  return words.map((word) => shellWord(String(word))).join(' ')
}

export const noteAlone = (note: CommandNote): CommandPart => ({ words: '', note })

/** A line for each part. */
export function command(program: string, parts: readonly CommandPart[]): Command {
  const words = parts.map((one) => one.words).filter((one) => one !== '')
  const given = new Set(parts.map(({ note }) => note))
  return {
    text: [program, ...words].join(' \\\n  '),
    notes: commandNotes.filter((note) => given.has(note)),
  }
}
