/** Builds a sale of `lines` lines, as the engine takes it; another `first` gives other lines. */
export function aSale(kind, lines, first = 0) {
  const factura = kind === 'factura';
  return {
    kind,
    series: factura ? 'F001' : 'B001',
    issueDate: '2026-03-01',
    operation: '0101',
    currency: 'PEN',
    pricesIncludeTax: true,
    payment: 'cash',
    instalments: [],
    establishment: '0000',
    client: factura
      ? {
          documentType: '6',
          document: '20600695771',
          name: 'Comercial del Sur S.A.C.',
          address: 'Jr. Puno 456, Arequipa',
        }
      : { documentType: '1', document: '12345678', name: 'Ana Quispe Mamani' },
    lines: Array.from({ length: lines }, (_, at) => ({
      code: `P${String(at + first).padStart(5, '0')}`,
      description: `Producto de prueba número ${at}, presentación de ${(at + first) % 7} unidades`,
      unit: 'NIU',
      quantity: String(1 + (at % 9)),
      unitPrice: `${1 + (at % 50)}.${String(at % 100).padStart(2, '0')}`,
      affectation: '10',
      allowances: [],
    })),
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
  };
}
