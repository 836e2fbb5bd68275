/** Request bodies that a real broker accepted. */

export const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}

export const jwt = {
  mechanism: 'jwt',
  use_jwks: false,
  algorithm: 'hmac-based',
  secret: 'emqxsecret',
  secret_base64_encoded: false,
  from: 'password',
  verify_claims: { username: `\${username}` },
}

export const httpService = {
  mechanism: 'password_based',
  backend: 'http',
  method: 'post',
  url: `http://127.0.0.1:9/auth?clientid=\${clientid}`,
  headers: { 'content-type': 'application/json' },
  body: { username: `\${username}`, password: `\${password}` },
}
