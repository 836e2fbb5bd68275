import { describeError } from '#api/errors.ts'
import type { AskCluster } from './ask.ts'
import { KeyLeftError, NotSentError } from './changed-since.ts'
import type { ConfigDocument } from './masked-config.ts'
import { promotionRun as m } from './messages.ts'
import type { Step } from './promotion-plan.ts'
import { removeIt, sendIt } from './promotion-requests.ts'
import type { SecretPlace } from './send-in-order.ts'

/** Sends a step and stores the secret in its response. A key whose secret was lost is deleted again. */
export async function sendAndKeep(
  ask: AskCluster,
  step: Step,
  body: ConfigDocument,
  place: SecretPlace,
): Promise<void> {
  let answer: unknown
  try {
    answer = await sendIt(ask, step, body)
  } catch (error) {
    place.drop()
    throw error
  }
  try {
    place.keep(answer)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await removeIt(ask, step).catch((fault: unknown) => {
      const { title, detail = title } = describeError(fault)
      throw new KeyLeftError(m.keyLeft(reason, detail))
    })
    throw new NotSentError(m.secretLost(reason))
  }
}
