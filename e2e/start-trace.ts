import { postAsOperator } from './post-as-operator.ts'

interface Wanted {
  readonly name: string
  readonly clientid: string
}

/** Starts a trace of a client; a trace that exists already stays as it is. */
export async function startTrace(url: string, { name, clientid }: Wanted): Promise<void> {
  const answer = await postAsOperator(url, 'trace', { name, type: 'clientid', clientid, formatter: 'json' })
  if (!answer.ok && answer.status !== 409) throw new Error(`The trace was refused: ${await answer.text()}`)
}
