import type { Sql } from '../../../src/platform/database/sql.ts'

/** The schema as the database describes it, without partitions and objects of extensions. */
export interface Schema {
  readonly columns: readonly Column[]
  readonly views: readonly { readonly name: string; readonly text: string }[]
  readonly functions: readonly StoredFunction[]
  readonly triggers: readonly Trigger[]
}

export interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

export interface StoredFunction {
  readonly name: string
  readonly parameters: string
  readonly result: string
  readonly text: string
}

export interface Trigger {
  readonly table: string
  readonly function: string
  /** Such as `after insert or update`. */
  readonly event: string
}

export async function readSchema(system: Sql): Promise<Schema> {
  return {
    columns: await system.readRows(
      `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       order by c.relname collate "C", a.attnum`,
    ),
    views: await system.readRows(
      `select relname as name, pg_get_viewdef(oid) as text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       order by relname collate "C"`,
    ),
    functions: await system.readRows(
      `select proname as name, pg_get_function_arguments(oid) as parameters, pg_get_function_result(oid) as result,
              coalesce(pg_get_function_sqlbody(oid), prosrc) as text
       from pg_proc p where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       order by proname collate "C"`,
    ),
    triggers: await system.readRows(
      `select c.relname as "table", p.proname as function,
              lower(substring(pg_get_triggerdef(t.oid) from '(BEFORE|AFTER) ')) || ' ' || concat_ws(' or ',
                case when t.tgtype & 4 <> 0 then 'insert' end, case when t.tgtype & 16 <> 0 then 'update' end,
                case when t.tgtype & 8 <> 0 then 'delete' end, case when t.tgtype & 32 <> 0 then 'truncate' end) as event
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and not c.relispartition
       order by c.relname collate "C", p.proname collate "C", t.tgtype`,
    ),
  }
}
