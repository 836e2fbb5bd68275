import { spawn } from 'node:child_process'
import { inRepository, repository } from './repository.mjs'

const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env
export const isTerminal = process.stdout.isTTY === true
export const environment = { ...inherited, ...(isTerminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) }

/**
 * Runs a script of the repository by this Node. What it prints is shown at once, or, where something else runs beside
 * it, is for the caller to show when it has ended; of what goes to a terminal directly nothing is kept.
 *
 * @param {string} script
 * @param {readonly string[]} args
 * @param {{ shows?: 'at once' | 'later' | 'directly', onMessage?: (message: unknown) => void }} options
 * @returns {Promise<{ status: number, output: string }>}
 */
export function runScript(script, args = [], { shows = 'at once', onMessage } = {}) {
  const stream = shows === 'directly' ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, [inRepository(script), ...args], {
    cwd: repository,
    env: environment,
    stdio: ['ignore', stream, stream, ...(onMessage === undefined ? [] : ['ipc'])],
  })
  let output = ''
  for (const from of ['stdout', 'stderr']) {
    child[from]?.setEncoding('utf8').on('data', (text) => {
      output += text
      if (shows === 'at once') process[from].write(text)
    })
  }
  if (onMessage !== undefined) child.on('message', onMessage)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => {
      // If the script printed directly to the terminal, this line is the only output that is kept.
      if (signal !== null) output += `\nended by ${signal}\n`
      resolve({ status: status ?? 1, output })
    })
  })
}

/**
 * Runs the jobs in their order, so many at a time; gives whether all of them gave true.
 *
 * @param {number} width
 * @param {readonly (() => Promise<boolean>)[]} jobs
 */
export async function runBeside(width, jobs) {
  const waiting = [...jobs]
  let isFine = true
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) isFine = (await job()) && isFine
  }
  await Promise.all(Array.from({ length: width }, work))
  return isFine
}
