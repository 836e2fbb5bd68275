import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { readPassword } from './read-password.ts'

function terminal() {
  const modes: boolean[] = []
  const setRawMode = (isRaw: boolean) => modes.push(isRaw)
  return { modes, input: Object.assign(new PassThrough(), { isTTY: true, setRawMode }) }
}

it('is the one of the environment, nothing is asked', async () => {
  const asked: string[] = []
  expect(await readPassword('secret', new PassThrough(), (text) => asked.push(text))).toBe('secret')
  expect(asked).toEqual([])
})

it('is the first line of a pipe, blanks and all', async () => {
  const input = new PassThrough()
  input.end(' päss word \r\nmore')
  expect(await readPassword(undefined, input, () => undefined)).toBe(' päss word ')
})

it('is typed on a terminal without being shown, and can be corrected', async () => {
  const { modes, input } = terminal()
  const shown: string[] = []
  const password = readPassword('', input, (text) =>
    shown.push(`${modes.at(-1) === true ? 'hidden' : 'echoing'} ${text}`),
  )
  for (const keys of ['publix', '\u007f', 'c', '\r']) input.write(keys)
  expect(await password).toBe('public')
  expect(shown).toEqual(['hidden Password: ', 'hidden \n'])
  expect(modes).toEqual([true, false])
})

it.each(['\u0003', '\r'])('is missing when the terminal gives none', async (keys) => {
  const { modes, input } = terminal()
  const password = readPassword(undefined, input, () => undefined)
  input.write(keys)
  await expect(password).rejects.toMatchObject({ code: 'MISSING_PASSWORD' })
  expect(modes.at(-1)).toBe(false)
})
