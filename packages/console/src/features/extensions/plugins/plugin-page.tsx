import { type Plugin, pluginRef, plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { Section } from '#kit/form/field.ts'
import { Page } from '#kit/page/page.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { extensions } from '#routes/extensions-routes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LongText } from '#ui/long-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { plugin as m, plugins as words } from '../messages.ts'
import { pluginState, startPlugin, stopPlugin, uninstallPlugin } from './plugin-actions.tsx'
import classes from './plugin-page.module.css'

const { path: listPath } = extensions.routes.plugins
const pollSeconds = 10

/** One plugin: how it is doing on each node, what it says of itself, and its configuration. */
export function PluginPage() {
  const { name = '' }: { name?: string } = useParams({ strict: false })
  const { data, error, refetch, isFetching } = useQuery(
    read(plugins.get, { params: { name } }, { pollSeconds }),
  )
  const problem = problemOf(error)
  const isAbsent = problem?.kind === 'rejected' && problem.status === 404
  const plugin = isAbsent ? undefined : data
  const state = plugin && pluginState(plugin)
  return (
    <Page
      title={name}
      heading={<Verbatim text={plugin?.name ?? name} />}
      breadcrumbs={[{ to: listPath, label: words.title }]}
      badges={
        plugin &&
        state && (
          <>
            <Status kind={state.kind} pill>
              {state.word}
            </Status>
            <Verbatim text={plugin.rel_vsn} mono />
          </>
        )
      }
      summary={plugin && <Verbatim text={plugin.description ?? ''} />}
      actions={plugin && <PluginButtons plugin={plugin} />}
    >
      {isAbsent && <EmptyState title={m.absentTitle}>{m.absentText}</EmptyState>}
      {!isAbsent && plugin === undefined && error === null && <Skeleton height={320} />}
      {!isAbsent && plugin === undefined && error !== null && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {plugin && <PluginFacts plugin={plugin} />}
      {plugin?.with_config_schema === true && <PluginConfig key={name} name={name} />}
    </Page>
  )
}

function PluginButtons({ plugin }: { readonly plugin: Plugin }) {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  const uninstall = async () => {
    const isDone = await uninstallPlugin.run(plugin)
    if (isDone && isStillHere()) void navigate({ to: listPath })
  }
  return (
    <>
      <Button
        size="small"
        disabledReason={startPlugin.whyNot(plugin)}
        onClick={() => void startPlugin.run(plugin)}
      >
        {words.start}
      </Button>
      <Button
        size="small"
        disabledReason={stopPlugin.whyNot(plugin)}
        onClick={() => void stopPlugin.run(plugin)}
      >
        {words.stopIt}
      </Button>
      <Button
        size="small"
        variant="danger"
        disabledReason={uninstallPlugin.whyNot(plugin)}
        onClick={() => void uninstall()}
      >
        {words.uninstallIt}
      </Button>
    </>
  )
}

/** The README is a stranger's: it is shown as the text that it is, and nothing in it is loaded or followed. */
function PluginFacts({ plugin }: { readonly plugin: Plugin }) {
  const { readme = '' } = plugin
  return (
    <div className={classes['columns']}>
      <Panel title={m.readme} padded>
        {readme === '' ? (
          <p className="dim">{m.noReadme}</p>
        ) : (
          <pre className={classes['readme']}>
            <LongText text={readme} />
          </pre>
        )}
      </Panel>
      <Panel title={m.about} padded>
        <PropertyList groups={groupsOf(plugin)} />
      </Panel>
    </div>
  )
}

function groupsOf(plugin: Plugin): readonly PropertyGroup[] {
  const { builder, compatibility = {}, running_status } = plugin
  const told: readonly (readonly [label: string, text: string | undefined])[] = [
    [m.name, pluginRef(plugin)],
    [words.authors, plugin.authors?.join('; ')],
    [m.builder, builder?.name],
    [m.contact, builder?.contact],
    [m.website, builder?.website],
    [m.repository, plugin.repo],
    [m.functionality, plugin.functionality?.join('; ')],
    [
      m.requires,
      Object.entries(compatibility)
        .map((one) => one.join(' '))
        .join('; '),
    ],
    [m.apps, plugin.rel_apps?.join('; ')],
    [m.otp, plugin.built_on_otp_release],
    [m.built, plugin.git_commit_or_build_date],
    [m.commit, plugin.git_ref],
    [m.checksum, plugin.md5sum],
  ]
  return [
    {
      properties: told.flatMap(([label, text]) =>
        text === undefined || text === ''
          ? []
          : [{ label, value: <Verbatim text={text} wrap />, copy: text }],
      ),
    },
    {
      title: words.nodes,
      properties: running_status.map(({ node, status }) => {
        const isRunning = status === 'running'
        return {
          label: node,
          value: <Status kind={isRunning ? 'ok' : 'off'}>{isRunning ? words.running : words.stopped}</Status>,
        }
      }),
    },
  ]
}

const sections: readonly Section[] = [
  {
    id: 'config',
    title: m.config,
    fields: [
      { kind: 'json', path: 'config', label: m.config, help: m.configHelp, isRequired: true, width: 12 },
    ],
  },
]

/** As Avro JSON, which is how the API takes and gives it. */
function PluginConfig({ name }: { readonly name: string }) {
  return (
    <EndpointForm
      sections={sections}
      reads={plugins.getConfig}
      given={{ params: { name } }}
      documentOf={(config) => ({ config })}
      writes={plugins.putConfig}
      toRequest={({ config }) => ({ params: { name }, body: Object(config) })}
      isConfiguration={false}
      appliedMessage={m.configSaved}
    />
  )
}
