import {
  type MessageTransformation,
  messageTransformations,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import type { SchemaCodec } from '@brokerdeck/contract/data-hub/run-transformation.ts'
import { answeringNode } from '../../broker/answering-node.ts'
import type { World } from '../../broker/world.ts'
import { acts } from '../../http/acts.ts'
import { nextMessageId } from '../../mqtt/message.ts'
import { ScreenFigures } from '../screening/screen-figures.ts'
import { screenHandlers } from '../screening/screen-handlers.ts'
import { dryrun } from './dryrun.ts'
import { openTransformations } from './transformations.ts'

const codec: SchemaCodec = {
  decode: (_payload, { type, schema }) => ({
    failure: { msg: 'payload_decode_schema_not_found', decoder: type, schema_name: schema },
  }),
  encode: (_term, { type, schema }) => ({
    failure: { msg: 'payload_encode_schema_not_found', encoder: type, schema_name: schema },
  }),
}

type Parts = Pick<World, 'cluster' | 'clock' | 'config' | 'log' | 'prometheus' | 'store'>

function open({ config, prometheus, ...parts }: Parts) {
  const figures = new ScreenFigures(parts)
  const documents = openTransformations(parts, figures, codec)
  config.adopt('message_transformation', documents.asConfig())
  prometheus.screenRows.transformations = (node) =>
    figures.rows(documents.list(), 'emqx_message_transformation', node.name)
  return { documents, figures }
}

export const messageTransformationsApi = acts({
  endpoints: messageTransformations,
  edition: 'enterprise',
  uses: ['cluster', 'clock', 'config', 'log', 'now', 'prometheus', 'store'],
  state: open,
  handlers: {
    ...screenHandlers<MessageTransformation>(),

    dryrun({ body }, { cluster, now }) {
      const node = answeringNode(cluster)?.name ?? ''
      return { status: 200, body: dryrun(body, { codec, now, node, messageId: nextMessageId(now()) }) }
    },
  },
})
