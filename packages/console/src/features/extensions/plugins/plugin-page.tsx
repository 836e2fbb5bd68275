import { type Plugin, pluginRef } from '@brokerdeck/contract/extensions/plugins.ts'
import { lazy } from 'react'
import { plugin as m, plugins as words } from '#features/extensions/messages.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { Panel } from '#ui/panel.tsx'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { pluginResource, pluginState } from './plugins.tsx'

const ReadmeText = lazy(async () => ({ default: (await import('./readme-text.tsx')).ReadmeText }))
const PluginConfig = lazy(async () => ({ default: (await import('./plugin-config.tsx')).PluginConfig }))

/** Shows one plugin: its description, its state on each node, its README and its configuration. */
export function PluginPage() {
  const { name } = usePageParams('plugin')
  return (
    <ManagedItemPage
      key={name}
      resource={pluginResource}
      id={name}
      content={{
        overview: (plugin) => (
          <Panel title={m.about} padded>
            <PropertyList groups={buildGroups(plugin)} />
          </Panel>
        ),
        readme: ({ readme = '' }) => (
          <Panel title={m.readme} padded>
            {readme === '' ? <p className="dim">{m.noReadme}</p> : <ReadmeText text={readme} />}
          </Panel>
        ),
        config: () => <PluginConfig key={name} name={name} />,
      }}
    />
  )
}

function buildGroups(plugin: Plugin): readonly PropertyGroup[] {
  const { builder, compatibility = {} } = plugin
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
      properties: pluginState(plugin).nodes.map(({ node, kind, word }) => ({
        label: node,
        value: <Status kind={kind}>{word}</Status>,
      })),
    },
  ]
}
