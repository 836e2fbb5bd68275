import { compareSides } from '#compare/compare-sides.ts'
import { kindInFile, TooManyError } from '#compare/kind-in-file.ts'
import { type FileContents, readContents } from '#compare/read-contents.ts'
import { type WorkerPort, workerPort } from '#domain/mqtt-link/worker-port.ts'
import { type CompareAnswer, type CompareCommand, compareCommandSchema } from './compare-command.ts'

type Question = Exclude<CompareCommand, { ask: 'open' }>

/**
 * Serves the worker's side: holds the file and compares the objects of a cluster with it. Returns a function that
 * stops it.
 */
export function serveCompare(port: MessagePort): () => void {
  let file: Promise<FileContents> | undefined
  const channel: WorkerPort<CompareAnswer> = workerPort(port, compareCommandSchema, (command) => {
    if (command.ask === 'open') file = readContents(command.name, command.bytes)
    else void file?.then((contents) => channel.send(answerTo(command, contents)))
  })
  return () => channel.close()
}

function answerTo(question: Question, contents: FileContents): CompareAnswer {
  const { id } = question
  if (question.ask === 'read') {
    const { reading } = contents
    return { kind: 'read', id, reading }
  }
  try {
    const there = kindInFile(question.kind, contents.config)
    if (there === undefined) return { kind: 'compared', id }
    // The settings needed for an undo stay with the page.
    const all = compareSides(question.here, there, true).map(({ held: _, ...one }) => one)
    return { kind: 'compared', id, all }
  } catch (error) {
    if (error instanceof TooManyError) return { kind: 'too-many', id, most: error.most }
    throw error
  }
}
