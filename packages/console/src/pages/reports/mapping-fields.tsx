import { type ReportField, reportFields } from '@spindle/contract/vocabulary'
import { useEffect, useRef, useState } from 'react'
import { FileButton } from '../../parts/forms/choose-files.tsx'
import { Field, Select, TextArea } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { type MappingForm, readMappingFile } from '../../reports/mapping-form.ts'
import type { ReportImport, ReportImportState } from '../../reports/report-import.ts'
import { reportWords } from '../../words/catalog/report-words.ts'
import type { ImportProblems } from './find-problems.ts'

const texts = reportWords.importing

export interface MappingFieldsProps {
  readonly report: ReportImport
  readonly state: ReportImportState
  readonly problems: ImportProblems
}

/** Which column of a table is which. */
export function MappingFields({ report, state: { choices, columns }, problems }: MappingFieldsProps) {
  const { mapping } = choices
  const [isUnreadable, setUnreadable] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  const detailsProblem = problems.skipLines ?? problems.values ?? problems.skip
  useEffect(() => {
    // It stays open when the problem is gone: the person is typing in it.
    if (detailsProblem !== undefined && details.current) details.current.open = true
  }, [detailsProblem])
  const change = (changed: Partial<MappingForm>): void => report.choose({ mapping: { ...mapping, ...changed } })
  const open = async (file: File | undefined): Promise<void> => {
    const read = readMappingFile((await file?.text().catch(() => '')) ?? '')
    setUnreadable(read === undefined)
    if (read) change(read)
  }
  return (
    <>
      <h3>{texts.columns}</h3>
      <p className="small soft">{texts.columnsLead}</p>
      <p className="row">
        {columns.length > 0 && <Button onClick={() => report.suggest()}>{texts.suggest}</Button>}
        <FileButton
          label={texts.openMapping}
          accept=".json,application/json"
          isSingle
          onChoose={({ files: [file] }) => void open(file?.bytes)}
        />
      </p>
      {problems.columns !== undefined && (
        <p className="problem" role="alert">
          {problems.columns}
        </p>
      )}
      {isUnreadable && (
        <p className="problem" role="alert">
          {texts.noMapping}
        </p>
      )}
      <ColumnTable mapping={mapping} columns={columns} onChange={change} />
      <details ref={details}>
        <summary>
          <h3>{texts.more}</h3>
        </summary>
        <Details mapping={mapping} problems={problems} onChange={change} />
      </details>
    </>
  )
}

interface ColumnTableProps {
  readonly mapping: MappingForm
  readonly columns: readonly string[]
  readonly onChange: (changed: Partial<MappingForm>) => void
}

const ColumnTable = ({ mapping, columns, onChange }: ColumnTableProps) => (
  <table className="table mapping">
    <thead>
      <tr>
        <th scope="col">{texts.mappingColumns.field}</th>
        <th scope="col">{texts.mappingColumns.column}</th>
        <th scope="col">{texts.mappingColumns.constant}</th>
      </tr>
    </thead>
    <tbody>
      {reportFields.map((field) => (
        <MappingRow key={field} field={field} mapping={mapping} columns={columns} onChange={onChange} />
      ))}
    </tbody>
  </table>
)

/** What can only differ from line to line. */
const neverSame: ReadonlySet<ReportField> = new Set(['isrc', 'streams', 'downloads', 'quantity', 'revenue'])

function MappingRow({ field, mapping, columns, onChange }: ColumnTableProps & { readonly field: ReportField }) {
  const [name, hint] = reportWords.fields[field]
  const { mappingColumns } = texts
  return (
    <tr>
      <th scope="row">
        {name} {hint !== '' && <span className="small soft mapping-hint">{hint}</span>}
      </th>
      <td data-label={mappingColumns.column}>
        <ColumnInput
          label={texts.columnOf(name)}
          value={mapping.columns[field] ?? ''}
          columns={columns}
          onChange={(value) => onChange({ columns: { ...mapping.columns, [field]: value } })}
        />
      </td>
      <td data-label={neverSame.has(field) ? undefined : mappingColumns.constant}>
        {!neverSame.has(field) && (
          <input
            className="input"
            aria-label={texts.constantOf(name)}
            value={mapping.constants[field] ?? ''}
            maxLength={200}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) =>
              onChange({ constants: { ...mapping.constants, [field]: value } })
            }
          />
        )}
      </td>
    </tr>
  )
}

interface ColumnInputProps {
  readonly label: string
  readonly value: string
  readonly columns: readonly string[]
  readonly onChange: (value: string) => void
}

/** Chosen from those of the file; typed if its first line could not be read. */
function ColumnInput({ label, value, columns, onChange }: ColumnInputProps) {
  if (columns.length === 0)
    return (
      <input
        className="input"
        aria-label={label}
        value={value}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const found = columns.find((column) => column.toLowerCase() === value.toLowerCase())
  return (
    <select
      className="input"
      aria-label={label}
      value={found ?? value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{texts.noColumn}</option>
      {value !== '' && found === undefined && <option value={value}>{texts.notInFile(value)}</option>}
      {columns.map((column) => (
        <option key={column} value={column}>
          {column}
        </option>
      ))}
    </select>
  )
}

interface DetailsProps {
  readonly mapping: MappingForm
  readonly problems: ImportProblems
  readonly onChange: (changed: Partial<MappingForm>) => void
}

const Details = ({ mapping, problems, onChange }: DetailsProps) => (
  <div className="fields">
    <Field
      label={texts.skipLines}
      problem={problems.skipLines}
      inputMode="numeric"
      autoComplete="off"
      value={mapping.skipLines}
      onChange={({ currentTarget: { value } }) => onChange({ skipLines: value })}
    />
    <Select
      label={texts.delimiter}
      value={mapping.delimiter}
      onChange={({ currentTarget: { value } }) => onChange({ delimiter: value })}
    >
      <Options names={texts.delimiters} />
    </Select>
    <Select
      label={texts.decimal}
      value={mapping.decimal}
      onChange={({ currentTarget: { value } }) => onChange({ decimal: value as MappingForm['decimal'] })}
    >
      <Options names={texts.decimals} />
    </Select>
    <Select
      label={texts.thousands}
      value={mapping.thousands}
      onChange={({ currentTarget: { value } }) => onChange({ thousands: value as MappingForm['thousands'] })}
    >
      <Options names={texts.thousandsSigns} />
    </Select>
    <Select
      label={texts.dates}
      value={mapping.dates}
      onChange={({ currentTarget: { value } }) => onChange({ dates: value as MappingForm['dates'] })}
    >
      <Options names={texts.dateOrders} />
    </Select>
    {(['downloads', 'streams', 'values', 'skip'] as const).map((list) => (
      <TextArea
        key={list}
        label={texts[list]}
        hint={texts[`${list}Hint`]}
        problem={list === 'values' || list === 'skip' ? problems[list] : undefined}
        rows={3}
        value={mapping[list]}
        onChange={({ currentTarget: { value } }) => onChange({ [list]: value })}
      />
    ))}
  </div>
)

const Options = ({ names }: { readonly names: Readonly<Record<string, string>> }) =>
  Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
