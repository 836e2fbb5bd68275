import type { Readable } from 'node:stream'
import { StartError } from '#lib/start-error.ts'

const enter = /[\r\n]/

const interrupt = '\u0003'

const erase = ['\u007f', '\b']

/** Describes the standard input: a terminal or a pipe. */
export interface PasswordInput extends Readable {
  readonly isTTY?: boolean
  setRawMode?(isRaw: boolean): unknown
}

/** Reads a password from a terminal without showing it; resolves with undefined when Ctrl+C was pressed. */
function readHidden(terminal: PasswordInput, ask: (question: string) => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed = ''
    const finish = (password: string | undefined) => {
      terminal.off('data', take)
      ask('\n')
      terminal.setRawMode?.(false)
      terminal.pause()
      resolve(password)
    }
    const take = (chunk: Buffer) => {
      for (const character of chunk.toString('utf8')) {
        if (enter.test(character)) return finish(typed)
        if (character === interrupt) return finish(undefined)
        typed = erase.includes(character) ? typed.slice(0, -1) : typed + character
      }
    }
    terminal.setRawMode?.(true)
    // The prompt comes after raw mode is on: otherwise a fast user's input would be shown.
    ask('Password: ')
    terminal.on('data', take)
    terminal.resume()
  })
}

export async function readTypedLine(input: PasswordInput): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.split(/\r?\n/)[0] ?? ''
}

/**
 * Reads the password from the environment, otherwise from a prompt on a terminal, otherwise from the first line of
 * standard input.
 */
export async function readPassword(
  fromEnvironment: string | undefined,
  input: PasswordInput,
  ask: (question: string) => void,
  command = 'check',
): Promise<string> {
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment
  const password = input.isTTY === true ? await readHidden(input, ask) : await readTypedLine(input)
  if (password !== undefined && password !== '') return password
  throw new StartError(
    'MISSING_PASSWORD',
    `brokerdeck ${command} needs a password: BROKERDECK_PASSWORD, the terminal or one line on standard input`,
  )
}
