/** The style of every page. No meaning depends only on color; contrast is AA in both color schemes. */
export const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--line:#e3e6ea;--text:#1a1d21;--quiet:#5a6270;--link:#1f5fbf;
--up:#1a7f4b;--degraded:#8a5a00;--down:#c0281e;--bar-up:#35a56d;--bar-degraded:#d99000;--bar-down:#d43a2f;
--up-soft:#e9f6ef;--degraded-soft:#fdf3df;--down-soft:#fdecea;--note:#3b5bdb;--note-soft:#eef2ff}
@media(prefers-color-scheme:dark){:root{--page:#101214;--card:#181b1f;--line:#2b3036;--text:#eceef1;--quiet:#a0a8b4;
--link:#8ab4f8;--up:#5fd396;--degraded:#f2bd52;--down:#ff8d84;--bar-up:#3f9e6c;--bar-degraded:#e0a22e;--bar-down:#f0645a;
--up-soft:#15281f;--degraded-soft:#2b2313;--down-soft:#301a19;--note:#a9b8ff;--note-soft:#1c2138}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:56rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.75rem;padding-bottom:1.5rem}
footer{padding-top:2rem;padding-bottom:3rem;color:var(--quiet);font-size:.8125rem}
h1,h2,h3,p,ul,ol,dl{margin:0;padding:0}
h1{font-size:1.625rem;line-height:1.25;letter-spacing:-.015em;font-weight:650}
h1 a{color:inherit;text-decoration:none}
h1 a:hover{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
h2{margin:2.5rem 0 .75rem;font-size:1.0625rem;font-weight:650}
h3{font-size:1rem;font-weight:600;line-height:1.4}
ul,ol{list-style:none}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;z-index:2;background:var(--card);padding:.5rem 1rem}
.quiet{color:var(--quiet);font-size:.875rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px}
.card+.card{margin-top:.75rem}
.overall{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;padding:1.125rem 1.25rem;border-color:transparent}
.overall p:first-of-type{font-size:1.1875rem;font-weight:600;letter-spacing:-.01em;flex:1 1 14rem}
.overall.up{background:var(--up-soft)}
.overall.degraded-performance{background:var(--degraded-soft)}
.overall.down{background:var(--down-soft)}
.overall p:first-of-type,.status,.type{color:var(--quiet)}
.overall.up p:first-of-type,.status.up{color:var(--up)}
.overall.degraded-performance p:first-of-type,.status.degraded-performance{color:var(--degraded)}
.overall.down p:first-of-type,.status.down{color:var(--down)}
.status{font-size:.875rem;font-weight:550;white-space:nowrap}
.status::before{content:"";display:inline-block;width:.5rem;height:.5rem;margin-right:.4375rem;border-radius:50%;background:currentColor;vertical-align:.0625rem}
.alert{padding:1rem 1.25rem;margin-bottom:.75rem;background:var(--note-soft);border-color:transparent}
.alert h2{margin:0;color:var(--note)}
.event{padding:1.125rem 1.25rem}
.head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.125rem 1rem}
.type{font-size:.875rem;font-weight:550}
.affected{display:flex;flex-wrap:wrap;gap:.125rem .875rem;margin-top:.375rem;font-size:.875rem}
.affected bdi{margin-right:.5rem}
.updates{margin-top:1rem;border-left:2px solid var(--line)}
.updates li{position:relative;padding:0 0 1rem 1.125rem}
.updates li:last-child{padding-bottom:0}
.updates>li::before{content:"";position:absolute;left:-.3125rem;top:.5rem;width:.5rem;height:.5rem;border-radius:50%;background:var(--quiet);box-shadow:0 0 0 3px var(--card)}
.updates strong{font-weight:600}
.mark{display:inline-block;padding:0 .4375rem;border:1px solid currentColor;border-radius:99px;font-size:.75rem;font-weight:550;color:var(--degraded)}
.body{margin-top:.25rem}
.body>*{margin:.5rem 0 0}
.body ul,.body ol{padding-left:1.25rem;list-style:disc}
.body ol{list-style:decimal}
.body li{padding:0}
.body pre{overflow-x:auto;padding:.75rem;background:var(--page);border-radius:6px}
.body blockquote{margin-left:0;padding-left:.875rem;border-left:2px solid var(--line);color:var(--quiet)}
details.card{overflow:clip;overflow-clip-margin:4rem}
summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.125rem 1rem;padding:.875rem 1.25rem;cursor:pointer;border-radius:10px;list-style:none}
summary::-webkit-details-marker{display:none}
summary h3{flex:1 1 8rem}
summary h3::before{content:"";display:inline-block;width:.4rem;height:.4rem;margin-right:.625rem;border:solid var(--quiet);border-width:0 1.5px 1.5px 0;transform:rotate(-45deg);vertical-align:.125rem}
[open]>summary h3::before{transform:rotate(45deg);vertical-align:.1875rem}
.services{display:grid;grid-template-columns:minmax(0,1fr) 270px 4rem minmax(13.75rem,max-content);column-gap:1rem}
.services>li{position:relative;display:grid;grid-column:1/-1;grid-template-columns:subgrid;align-items:center;padding:.625rem 1.25rem;border-top:1px solid var(--line)}
.services .status{text-align:right}
.services .uptime{min-width:4rem;text-align:right;font-variant-numeric:tabular-nums}
.bars{display:block;width:100%;height:1.375rem;fill:var(--bar-up);shape-rendering:crispEdges}
.bars .degraded-performance{fill:var(--bar-degraded)}
.bars .down{fill:var(--bar-down)}
.shapes{position:absolute;width:0;height:0}
.described{cursor:help;text-decoration:underline dotted var(--quiet) 1px;text-underline-offset:.25em}
.described+[role=tooltip]{position:absolute;z-index:1;left:1.25rem;top:calc(100% - .375rem);max-width:min(24rem,calc(100% - 2.5rem));padding:.5rem .75rem;border-radius:6px;background:var(--text);color:var(--page);font-size:.8125rem;line-height:1.45;visibility:hidden}
.described:hover+[role=tooltip],.described:focus+[role=tooltip],.described+[role=tooltip]:hover{visibility:visible}
.hubs a{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.125rem 1rem;padding:.875rem 1.25rem;color:inherit;text-decoration:none}
.hubs li+li{border-top:1px solid var(--line)}
.hubs a:hover b{text-decoration:underline;text-underline-offset:.2em}
.hubs b{font-weight:600}
.live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:58rem){
.services{display:block}
.services>li{grid-template-columns:minmax(0,1fr) auto auto;gap:.25rem 1rem}
.services .status{grid-area:1/2/2/4}
.services .bars{grid-area:2/1/3/3;shape-rendering:auto}
.services .uptime{grid-area:2/3/3/4}
}
@media(max-width:44rem){
header{padding-top:1.75rem}
header,main,footer{padding-left:1rem;padding-right:1rem}
.services>li{padding:.75rem 1rem;gap:.375rem .75rem}
.event,summary,.overall,.alert{padding-left:1rem;padding-right:1rem}
.described+[role=tooltip]{left:1rem;top:2.25rem;max-width:calc(100% - 2rem)}
}
@media(forced-colors:active){.status::before{background:CanvasText}.bars{fill:CanvasText}.bars .down{fill:Mark}}
@media print{body{background:none}.card{break-inside:avoid}}
`;
