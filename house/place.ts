/** The place of a file: its package, the top folder of its `src`, and its area or domain. */
export interface Place {
  readonly package: string
  /** The top folder below `src`; empty for a file directly in `src`. */
  readonly layer: string
  /** The folder that is separated from its siblings: `features/traffic`, `domain/tls`, or else the layer. */
  readonly unit: string
}

const LAYERS_OF_SIBLINGS = new Set(['features', 'domain'])

export function placeOf(path: string): Place | undefined {
  const match = /^packages\/([^/]+)\/src\/(.*)$/.exec(path)
  if (!match) return undefined
  const [, packageName = '', rest = ''] = match
  const folders = rest.split('/').slice(0, -1)
  const [layer = '', child] = folders
  const unit = LAYERS_OF_SIBLINGS.has(layer) ? `${layer}/${child ?? ''}` : layer
  return { package: packageName, layer, unit }
}
