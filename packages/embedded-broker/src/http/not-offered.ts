/**
 * The paths that EMQX 5.8 offers below `/api/v5` and this broker does not: the response says so instead of "no such
 * path".
 */
export const notOffered = [
  '/action_types',
  '/actions',
  '/actions_probe',
  '/actions_summary',
  '/authorization',
  '/bridges',
  '/bridges_probe',
  '/connectors',
  '/connectors_probe',
  '/error_codes',
  '/exhooks',
  '/nodes',
  '/plugins',
  '/relup',
  '/source_types',
  '/sources',
  '/sources_probe',
  '/sources_summary',
] as const
