export const en = {
  path: 'Path',
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
}
