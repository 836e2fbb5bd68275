import {
  type MessageTransformation,
  messageTransformations,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { transformationCodec } from '@brokerdeck/contract/data-hub/transformation-codec.ts'
import * as v from 'valibot'
import type { BrokerContext } from '../../compose/broker-context.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { answeringNode } from '../../mqtt/node/answering-node.ts'
import { nextMessageId } from '../../mqtt/routing/message.ts'
import { SandboxLimitError } from '../../sandbox/sandbox-worker.ts'
import { ScreenFigures } from '../screening/screen-figures.ts'
import { screenHandlers } from '../screening/screen-handlers.ts'
import { openTransformations } from './transformations.ts'

type TransformationsApiDeps = Pick<
  BrokerContext,
  'cluster' | 'clock' | 'config' | 'faults' | 'log' | 'prometheus' | 'schemas' | 'store'
>

function open({ config, prometheus, schemas, ...parts }: TransformationsApiDeps) {
  const figures = new ScreenFigures(parts)
  const documents = openTransformations(
    parts,
    figures,
    transformationCodec({ find: (name) => schemas.find(name) }),
  )
  config.adopt('message_transformation', documents.asConfig())
  prometheus.screenRows.transformations = (node) =>
    figures.rows(documents.list(), 'emqx_message_transformation', node.name)
  return { documents, figures }
}

export const messageTransformationsApi = apiResource({
  endpoints: messageTransformations,
  edition: 'enterprise',
  uses: ['cluster', 'clock', 'config', 'faults', 'log', 'now', 'prometheus', 'sandbox', 'schemas', 'store'],
  state: open,
  handlers: {
    ...screenHandlers<MessageTransformation>(),

    async dryrun({ body }, { cluster, now, sandbox }) {
      const node = answeringNode(cluster)?.name ?? ''
      const at = now()
      const dryRun = { body, node, messageId: nextMessageId(at), nowMs: at }
      try {
        const json = await sandbox.run({ kind: 'transformation', ...dryRun })
        return { status: 200, body: v.parse(messageTransformations.dryrun.response[200], JSON.parse(json)) }
      } catch (error) {
        if (!(error instanceof SandboxLimitError)) throw error
        const failure = { kind: 'error', reason: 'limit_exceeded' }
        throw new ApiRefusal(400, { msg: 'transformation_eval_operation_exception', ...failure })
      }
    },
  },
})
