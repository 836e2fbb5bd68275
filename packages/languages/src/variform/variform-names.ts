/** The names of all functions that expressions can call, for code that does not load the functions. */
export const variformNames: ReadonlySet<string> = new Set(
  `any_to_str ascii base64_decode base64_encode bin2hexstr coalesce concat find getenv hash hash_to_range
  hexstr2bin iif int2hexstr is_empty is_empty_val join_to_string json_decode json_encode lower ltrim map_to_range
  not nth num_comp num_eq num_gt num_gte num_lt num_lte num_neq num_to_str pad rand_int rand_str regex_extract
  regex_match regex_replace replace reverse rm_prefix rtrim split sprintf_s str_comp str_eq str_gt str_gte str_lt
  str_lte str_neq strlen substr timestamp_ms timestamp_s tokens trim unescape upper`.split(/\s+/),
)
