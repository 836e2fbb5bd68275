import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { arrangeActions } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { arrangeConnectors } from '#features/integration/bridges/connectors/testing/arrange-connectors.ts'
import { makeWebhook } from '#features/integration/webhooks/testing/arrange-webhooks.ts'
import { twoLinks } from '#features/system/cluster-links/testing/open-links.ts'
import type { BrokerFetch } from '#testing/broker-fetch.ts'
import { describeSaving, retype, type SavedChange } from '#testing/describe-saving.ts'

const hookServer =
  (enable: boolean) =>
  async ({ ask }: TestBroker) => {
    await ask('POST', '/exhooks', { name: 'near', url: 'http://127.0.0.1:1', enable })
  }
const webhook = (broker: TestBroker) => makeWebhook(broker, 'desk_WH_D')

/** Creates the usual actions and sources, and then sends one more request. */
const andThen =
  (method: 'PUT' | 'DELETE', path: string) => async (broker: TestBroker, network: BrokerFetch) => {
    await arrangeActions(broker, network)
    await broker.ask(method, path)
  }

const action = '/rule/actions/http%3Aused?tab=settings'
const source = '/rule/source/mqtt%3Ain?tab=settings'
const connector = '/connector/http%3Aweb?tab=settings'
const exhook = '/exhook/detail/near?tab=settings'
const webhookPage = '/webhook/desk_WH_D?tab=settings'

const stopping: readonly SavedChange[] = [
  {
    what: 'changing an action that a rule uses',
    at: action,
    arrange: arrangeActions,
    change: retype('Path', '/y'),
  },
  {
    what: 'changing a source that a rule uses',
    at: source,
    arrange: arrangeActions,
    change: retype(/^Topic filter/, 'far/+'),
  },
  {
    what: 'changing a connector that an action uses',
    at: connector,
    arrange: arrangeConnectors,
    change: retype(/^URL/, 'http://127.0.0.1:8'),
  },
  {
    what: 'changing the description of an action',
    at: action,
    arrange: arrangeActions,
    change: retype('Description', 'To the other receiver'),
  },
  {
    what: 'changing the description of a connector',
    at: connector,
    arrange: arrangeConnectors,
    change: retype('Description', 'The other receiver'),
  },
  {
    what: 'changing a webhook',
    at: webhookPage,
    arrange: webhook,
    change: retype('URL', 'http://127.0.0.1:8'),
  },
  {
    what: 'changing a hook server',
    at: exhook,
    arrange: hookServer(true),
    change: retype(/^URL/, 'http://127.0.0.1:2'),
  },
  {
    what: 'changing a cluster link',
    at: '/cluster-linking/detail/far?tab=settings',
    arrange: twoLinks,
    change: retype(/^Server/, '127.0.0.8:1888'),
  },
]

const harmless: readonly SavedChange[] = [
  {
    what: 'an action that no rule uses',
    at: '/rule/actions/http%3Afree?tab=settings',
    arrange: arrangeActions,
    change: retype('Path', '/y'),
  },
  {
    what: 'a disabled action',
    at: action,
    change: retype('Path', '/y'),
    arrange: andThen('PUT', '/actions/http:used/enable/false'),
  },
  {
    what: 'a source that no rule uses',
    at: source,
    change: retype(/^Topic filter/, 'far/+'),
    arrange: andThen('DELETE', '/rules/fed'),
  },
  {
    what: 'a connector that nothing uses',
    at: '/connector/mqtt%3Afar?tab=settings',
    arrange: arrangeConnectors,
    change: retype(/^Server/, '127.0.0.1:8'),
  },
  {
    what: 'the note of a webhook',
    at: webhookPage,
    arrange: webhook,
    change: retype('Note', 'To another desk'),
  },
  {
    what: 'a webhook that is off',
    at: webhookPage,
    change: retype('URL', 'http://127.0.0.1:8'),
    async arrange(broker) {
      await webhook(broker)
      await broker.ask('PUT', '/rules/desk_WH_D', { enable: false })
    },
  },
  {
    what: 'a disabled hook server',
    at: exhook,
    arrange: hookServer(false),
    change: retype(/^URL/, 'http://127.0.0.1:2'),
  },
  {
    what: 'a disabled cluster link',
    at: '/cluster-linking/detail/idle?tab=settings',
    arrange: twoLinks,
    change: retype(/^Server/, '127.0.0.8:1888'),
  },
  // The rule continues with the next message: nothing restarts, and the form cannot disable the rule.
  {
    what: 'a rule',
    at: '/rule/rules/hot?tab=settings',
    arrange: arrangeActions,
    change: retype('Note', 'Of the oven'),
  },
]

describeSaving('a form whose change starts something anew', { stopping, harmless })
