import type { NewTransfer } from '@spindle/client'
import { tablePresets } from '@spindle/contract/vocabulary'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import { useTableMappings } from '../../data/queries/transfer-queries.ts'
import type { ChosenTable } from '../../imports/chosen-tables.ts'
import { readTable } from '../../imports/read-table.ts'
import { findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field, Select } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { TableDrop } from '../../parts/forms/table-drop.tsx'
import { type Problems, useForm, type Values } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { pathOf } from '../../routes.ts'
import { tableWords } from '../../words/catalog/table-words.ts'
import { transferWords } from '../../words/catalog/transfer-words.ts'

const texts = transferWords.form
const initial = { table: '', name: '', distributor: '', deadline: '', layout: '' }
type Name = keyof typeof initial

/** Members of the request that are one field here. */
const placeOf = (pointer: string): Name | undefined => {
  const member = pointer.split('/')[1] ?? ''
  if (member === 'filename') return 'table'
  if (['preset', 'mappingName'].includes(member)) return 'layout'
  return member in initial ? (member as Name) : undefined
}

const check = ({ table, name, distributor, deadline }: Values<Name>): Problems<Name> =>
  onlyProblems({
    table: findMissing(table, texts.table),
    name: findMissing(name, texts.name),
    distributor: findMissing(distributor, texts.distributor),
    deadline: findMissing(deadline, texts.deadline),
  })

/** The table of the old distributor, and what the transfer is about. */
export function TransferForm({ accountId }: { readonly accountId: string }) {
  const [, navigate] = useLocation()
  const read = useMutation({
    mutationFn: async (file: File): Promise<ChosenTable | undefined> => {
      const table = await readTable(file)
      return table === undefined ? undefined : { filename: file.name, table }
    },
    onSuccess: (chosen) => form.set('table', chosen?.filename ?? ''),
  })
  const form = useForm<Name>({
    initial,
    check,
    place: placeOf,
    async send({ name, distributor, deadline, layout }) {
      if (!read.data) return
      const body = { ...read.data, name: name.trim(), distributor: distributor.trim(), deadline, ...readLayout(layout) }
      const { id } = await hubOf(accountId).transfers.create(body)
      navigate(pathOf('transfer', { accountId, transferId: id }))
    },
  })
  return (
    <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
      <p className="soft">{texts.lead}</p>
      <FormProblems form={form} />
      <TableDrop
        dropNow={texts.dropNow}
        look="plain"
        status={read.isPending ? texts.reading : ''}
        onChoose={(file) => read.mutate(file)}
      />
      {read.isSuccess && read.data === undefined && (
        <p className="problem" role="alert">
          {tableWords.tooLarge}
        </p>
      )}
      {read.error && <FailureNotice error={read.error} />}
      <div className="fields">
        <Field
          {...form.bind('table')}
          label={texts.table}
          hint={form.values.table === '' ? texts.tableHint : undefined}
          readOnly
          dir="auto"
        />
        <LayoutChoice accountId={accountId} {...form.bind('layout')} />
        <Field {...form.bind('name')} label={texts.name} maxLength={200} autoComplete="off" />
        <Field {...form.bind('distributor')} label={texts.distributor} maxLength={200} autoComplete="off" />
        <Field {...form.bind('deadline')} type="date" label={texts.deadline} hint={texts.deadlineHint} />
      </div>
      <p>
        <Button type="submit" look="primary" isBusy={form.isSending}>
          {texts.create}
        </Button>
      </p>
    </form>
  )
}

/** The value of the choice names a preset or a kept mapping; without one, the hub recognises the columns. */
const presetValue = (preset: string): string => `preset ${preset}`
const mappingValue = (name: string): string => `mapping ${name}`

function readLayout(value: string): Pick<NewTransfer, 'preset' | 'mappingName'> {
  const preset = tablePresets.find((one) => presetValue(one) === value)
  if (preset) return { preset }
  return value === '' ? {} : { mappingName: value.slice(mappingValue('').length) }
}

interface LayoutChoiceProps extends Omit<ComponentProps<typeof Select>, 'label' | 'children'> {
  readonly accountId: string
}

function LayoutChoice({ accountId, ...bound }: LayoutChoiceProps) {
  const mappings = useTableMappings(accountId)
  const kept = mappings.data?.data ?? []
  return (
    <Select {...bound} label={texts.layout} hint={texts.layoutHint}>
      <option value="">{texts.recognised}</option>
      {kept.length > 0 && (
        <optgroup label={texts.mappings}>
          {kept.map(({ name }) => (
            <option key={name} value={mappingValue(name)}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label={texts.layouts}>
        {tablePresets.map((preset) => (
          <option key={preset} value={presetValue(preset)}>
            {texts.presets[preset]}
          </option>
        ))}
      </optgroup>
    </Select>
  )
}
