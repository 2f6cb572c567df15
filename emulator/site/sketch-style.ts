/** Follows the style of every page. */
export const sketchStyle = `
.sketch header,.sketch main,.sketch footer{max-width:84rem}
.sketch .alert>h2{margin-top:.75rem;font-size:1rem}
.remarks{padding-left:1.25rem;list-style:disc}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(0,1fr));gap:1.5rem;align-items:start}
.side{padding:1rem 1.25rem;border:1px solid var(--line);border-radius:10px;min-width:0}
.side>h3{color:var(--quiet);font-size:.875rem;text-transform:uppercase;letter-spacing:.04em}
.side h4{margin:.25rem 0 0;font-size:1.375rem;font-weight:650}
.side h5{margin:1.25rem 0 .5rem;font-size:.9375rem;font-weight:650}
.side h6{margin:0;font-size:1rem;font-weight:600}
.side .card>h5{margin:0;padding:.75rem 1.25rem}
.list>li{padding:.625rem 1.25rem;border-top:1px solid var(--line)}
.differs{outline:2px solid var(--note);outline-offset:-2px;border-radius:10px}
.differs>.mark{color:var(--note)}
.side h4.differs{padding:.375rem .625rem}
.hub>input,.hub>label{position:absolute;left:-99rem}
@media(max-width:58rem){
.hub>input,.hub>label{position:static}
.hub>label{margin:0 1rem 0 .25rem}
.sides{display:block;margin-top:.75rem}
.hub>input~.sides>.side{display:none}
.show-before:checked~.sides>.before,.show-after:checked~.sides>.after{display:block}
}
@media print{.hub>input,.hub>label{display:none}}
`;
